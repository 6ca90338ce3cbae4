/** A placeholder in the size of the content that is loading. */
export function Skeleton({ width = "100%", height }: { width?: number | string; height: number }) {
  return <span className="skeleton" style={{ width, height }} aria-hidden="true" />;
}

/** A skeleton over a typical text: as wide and as many lines in every language and on every screen. */
export function SkeletonText({ children }: { children: string }) {
  return (
    <span className="skel-text" aria-hidden="true">
      {children}
    </span>
  );
}

/** Table rows that are loading, below their head. */
export function SkeletonRows({ count }: { count: number }) {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all identical
        <tr key={index}>
          <td colSpan={99}>
            <span className="skel-text">{"\u00a0"}</span>
          </td>
        </tr>
      ))}
    </tbody>
  );
}

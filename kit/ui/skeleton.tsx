/** A place kept for what is on its way, in the size of what will come. */
export function Skeleton({ width = "100%", height }: { width?: number | string; height: number }) {
  return <span className="skeleton" style={{ width, height }} aria-hidden="true" />;
}

/** The same over a text that most often comes there: as wide and as many lines in every language and on every screen. */
export function SkeletonText({ children }: { children: string }) {
  return (
    <span className="skel-text" aria-hidden="true">
      {children}
    </span>
  );
}

/** Rows of a table that are on their way, below the head they will have. */
export function SkeletonRows({ count }: { count: number }) {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <tr key={index}>
          <td colSpan={99}>
            <span className="skel-text">{"\u00a0"}</span>
          </td>
        </tr>
      ))}
    </tbody>
  );
}

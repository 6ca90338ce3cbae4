/** A place kept for what is on its way, in the size of what will come. */
export function Skeleton({ width = "100%", height }: { width?: number | string; height: number }) {
  return <span className="skel" style={{ width, height }} aria-hidden="true" />;
}

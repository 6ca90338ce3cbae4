/** Roof and check for the middle of a seal: only for results that were recomputed and matched. */
export default function CheckedMiddle() {
  return (
    <g className="seal-mid" fill="none" strokeLinecap="round" strokeLinejoin="round">
      <circle r="24" fill="var(--felt-850)" stroke="var(--brass-300)" strokeWidth="1.6" />
      <path d="M-14 0 0-13 14 0" stroke="var(--brass-300)" strokeWidth="4" />
      <path d="m-9 6 7 7 12-13" stroke="var(--signal-400)" strokeWidth="4.4" />
    </g>
  );
}

/** The Fairhouse logo: a seal with roof and check. */
export function Mark({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path
        d="M16 1.2l3.3 2 3.8-.5 1.9 3.4 3.6 1.4.1 3.9 2.3 3.1-1.7 3.5.5 3.8-3.2 2.2-1.4 3.6-3.9.3-3 2.5-3.4-1.8-3.8.6-2.3-3.2-3.6-1.3-.4-3.9L1.3 17.7 2.9 14.1 2.2 10.3 5.3 8 6.6 4.3l3.9-.3z"
        fill="var(--brass-500)"
      />
      <g fill="none" stroke="var(--felt-950)" strokeWidth="2.9" strokeLinecap="round" strokeLinejoin="round">
        <path d="M8.5 15.5 16 8.8l7.5 6.7" />
        <path d="m11.6 19 3.5 3.6 6.3-6.9" />
      </g>
    </svg>
  );
}

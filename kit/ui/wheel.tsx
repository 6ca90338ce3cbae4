import sheet from "virtual:art/hero";

/** The European order, clockwise from zero. */
const pockets = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7,
  28, 12, 35, 3, 26,
];

/** A wheel: a picture with the numbers of the pockets over it and the ball in one of them. */
export function Wheel({ className, ball }: { className: string; ball: number }) {
  const degreesPerPocket = 360 / pockets.length;
  return (
    <div className={`wheel ${className}`} aria-hidden="true">
      <img src={`${sheet}#wheel`} alt="" width={440} height={440} />
      <svg viewBox="-220 -220 440 440" aria-hidden="true">
        <g textAnchor="middle" fontFamily="var(--font-display)" fontWeight="800" fontSize="16" fill="var(--ivory-50)">
          {pockets.map((pocket, index) => (
            <text key={pocket} transform={`rotate(${(index * degreesPerPocket).toFixed(2)})`} y="-157">
              {pocket}
            </text>
          ))}
        </g>
        <g transform={`rotate(${(pockets.indexOf(ball) * degreesPerPocket).toFixed(2)})`}>
          <circle cy="-126" r="9.5" fill="#fffdf6" />
          <circle cx="-3" cy="-129" r="3" fill="#fff" />
        </g>
      </svg>
    </div>
  );
}

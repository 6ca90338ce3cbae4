import qrcode from "qrcode-generator";

/** A QR code, drawn as one path: dark on light, with the quiet margin that scanners require. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const rows = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) =>
      code.isDark(row, column) ? `M${column + 4} ${row + 4}h1v1h-1z` : "",
    ).join(""),
  );
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size + 8} ${size + 8}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={rows.join("")} fill="#000" />
    </svg>
  );
}

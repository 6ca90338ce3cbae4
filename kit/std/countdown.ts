/** `mm:ss` under an hour, `hh:mm:ss` above. Seconds are whole and not negative. */
export function showCountdown(seconds: number): string {
  const two = (value: number) => `${value}`.padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  return h > 0 ? `${two(h)}:${two(m)}:${two(s)}` : `${two(m)}:${two(s)}`;
}

/**
 * Short sounds synthesised with the Web Audio API: nothing is loaded. Off by default; browsers allow sound only after user input. Silent in
 * a hidden tab, and there is no sound for a loss.
 */
export type Cue =
  /** A wooden tick; `height` 0 to 1 is its pitch. */
  | { readonly name: "tick"; readonly height: number }
  | { readonly name: "win" }
  /** One note of a rising string, `step` semitones above the first. */
  | { readonly name: "rise"; readonly step: number }
  /** A short burst of noise. */
  | { readonly name: "burst" };

/** D Dorian, so that successive sounds are in harmony. */
const dorian = [0, 2, 3, 5, 7, 9, 10, 12];
const lowD = 146.83;
const pitch = (semitones: number): number => lowD * 2 ** (semitones / 12);

let context: AudioContext | undefined;

function audio(): AudioContext | undefined {
  if (document.hidden) return undefined;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

export function play(cue: Cue): void {
  const audioContext = audio();
  if (!audioContext) return;
  switch (cue.name) {
    case "tick":
      tone(audioContext, pitch(24 + (dorian[Math.round(cue.height * 7)] ?? 0)), 0.07, "triangle", 0.1);
      return;
    case "win":
      [0, 7, 12].forEach((step, index) => {
        tone(audioContext, pitch(24 + step), 0.5, "sine", 0.08, index * 0.07);
      });
      return;
    case "rise":
      tone(audioContext, pitch(cue.step), 0.6, "sawtooth", 0.035);
      return;
    case "burst":
      noise(audioContext, 0.5);
  }
}

function tone(
  audioContext: AudioContext,
  hertz: number,
  seconds: number,
  type: OscillatorType,
  level: number,
  after = 0,
): void {
  const from = audioContext.currentTime + after;
  const voice = audioContext.createOscillator();
  const volume = audioContext.createGain();
  voice.type = type;
  voice.frequency.value = hertz;
  volume.gain.setValueAtTime(level, from);
  volume.gain.exponentialRampToValueAtTime(0.0001, from + seconds);
  voice.connect(volume).connect(audioContext.destination);
  voice.start(from);
  voice.stop(from + seconds);
}

function noise(audioContext: AudioContext, seconds: number): void {
  const length = Math.floor(audioContext.sampleRate * seconds);
  const buffer = audioContext.createBuffer(1, length, audioContext.sampleRate);
  const samples = buffer.getChannelData(0);
  let state = 1;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    samples[i] = (state / 2 ** 31 - 1) * (1 - i / length) ** 3 * 0.12;
  }
  const source = audioContext.createBufferSource();
  source.buffer = buffer;
  source.connect(audioContext.destination);
  source.start();
}

/** Sounds made by the Web Audio API, from the first touch. Nothing plays for a loss or a return at or below the stake. */
export interface TableSound {
  /** Call it in a user gesture: browsers allow sound only after one. */
  wake(): void;
  mute(on: boolean): void;
  readonly muted: boolean;
  click(): void;
  chip(): void;
  bell(): void;
  wood(): void;
  paper(): void;
  glass(): void;
  win(): void;
  /** @param speed of the ball in radians per second; 0 when it is at rest */
  ball(speed: number): void;
}

const level = 0.5;

export function createTableSound(): TableSound {
  let context: AudioContext | undefined;
  let out: GainNode | undefined;
  let noise: AudioBuffer | undefined;
  let muted = false;
  let rolling: { readonly band: BiquadFilterNode; readonly gain: GainNode } | undefined;

  function burst(frequency: number, q: number, seconds: number, gain: number, delay = 0): void {
    if (!context || !out || !noise || muted) return;
    const source = context.createBufferSource();
    source.buffer = noise;
    const band = context.createBiquadFilter();
    band.type = "bandpass";
    band.frequency.value = frequency;
    band.Q.value = q;
    source.connect(band);
    envelope(context, band, out, { seconds, gain, delay });
    source.start(context.currentTime + delay);
    source.stop(context.currentTime + delay + seconds);
  }

  function tone(frequency: number, seconds: number, gain: number, delay = 0): void {
    if (!context || !out || muted) return;
    const source = context.createOscillator();
    source.frequency.value = frequency;
    envelope(context, source, out, { seconds, gain, delay });
    source.start(context.currentTime + delay);
    source.stop(context.currentTime + delay + seconds);
  }

  function roll(): void {
    if (rolling || !context || !out || !noise) return;
    const source = context.createBufferSource();
    source.buffer = noise;
    source.loop = true;
    const band = context.createBiquadFilter();
    band.type = "bandpass";
    band.Q.value = 1.2;
    const gain = context.createGain();
    gain.gain.value = 0;
    source.connect(band).connect(gain).connect(out);
    source.start();
    rolling = { band, gain };
  }

  return {
    wake() {
      if (context) return void context.resume();
      context = new AudioContext();
      out = context.createGain();
      out.gain.value = muted ? 0 : level;
      const compressor = context.createDynamicsCompressor();
      compressor.threshold.value = -14;
      compressor.ratio.value = 4;
      out.connect(compressor).connect(context.destination);
      noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
      const samples = noise.getChannelData(0);
      // A fixed sequence is enough: it is only heard and decides nothing.
      let seed = 1;
      for (let i = 0; i < samples.length; i++) {
        seed = (seed * 16_807) % 2_147_483_647;
        samples[i] = seed / 1_073_741_824 - 1;
      }
    },
    mute(on) {
      muted = on;
      if (out && context) out.gain.setTargetAtTime(on ? 0 : level, context.currentTime, 0.03);
    },
    get muted() {
      return muted;
    },
    click: () => burst(2_200, 4, 0.02, 0.25),
    chip() {
      burst(420, 12, 0.05, 0.7);
      burst(1_150, 12, 0.04, 0.5, 0.012);
    },
    wood() {
      burst(420, 9, 0.025, 0.35);
      burst(1_150, 9, 0.02, 0.25);
    },
    paper: () => burst(3_600, 0.8, 0.06, 0.16),
    glass() {
      burst(2_900, 14, 0.05, 0.3);
      burst(4_300, 14, 0.04, 0.2, 0.006);
    },
    bell() {
      for (const [i, ratio] of [1, 2, 2.4, 3].entries()) tone(587 * ratio, 1.2 - i * 0.25, 0.1 / (i + 1.5));
    },
    win() {
      for (const [i, semitones] of [0, 3, 7, 12].entries()) tone(587 * 2 ** (semitones / 12), 0.6, 0.12, i * 0.14);
    },
    ball(speed) {
      if (speed > 0) roll();
      if (!rolling || !context) return;
      const loud = speed <= 0 ? 0 : Math.min(0.05, speed / 160);
      rolling.gain.gain.setTargetAtTime(loud, context.currentTime, 0.05);
      rolling.band.frequency.setTargetAtTime(900 + Math.min(10, speed) * 150, context.currentTime, 0.05);
    },
  };
}

function envelope(
  context: AudioContext,
  from: AudioNode,
  to: AudioNode,
  { seconds, gain, delay }: { readonly seconds: number; readonly gain: number; readonly delay: number },
): void {
  const at = context.currentTime + delay;
  const shape = context.createGain();
  shape.gain.setValueAtTime(0.0001, at);
  shape.gain.exponentialRampToValueAtTime(gain, at + 0.004);
  shape.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  from.connect(shape).connect(to);
}

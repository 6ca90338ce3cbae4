import type { Theme } from "#studio/frame/shared/theme.ts";

/** Sounds made by the Web Audio API, from the first touch. Nothing plays for a loss or a return at or below the stake. */
export interface Sound {
  /** Called in a gesture: browsers allow sound from then on. */
  wake(): void;
  mute(on: boolean): void;
  readonly muted: boolean;
  stop(reel: number): void;
  turning(on: boolean): void;
  /** One step up the game's scale. */
  win(step: number): void;
  scatter(count: number): void;
  feature(): void;
  press(): void;
}

/** D4 in hertz; all games are in D. */
const root = 293.66;
const hertz = (semitones: number) => root * 2 ** (semitones / 12);

export function createSound(theme: Theme): Sound {
  let context: AudioContext | undefined;
  let out: GainNode | undefined;
  let muted = false;
  let whirr: { stop(): void } | undefined;
  let noise: AudioBuffer | undefined;

  function audio(): { context: AudioContext; out: GainNode; noise: AudioBuffer } | undefined {
    return context && out && noise && !muted ? { context, out, noise } : undefined;
  }

  function burst(frequency: number, q: number, seconds: number, gain: number, delay = 0): void {
    const a = audio();
    if (!a) return;
    const source = a.context.createBufferSource();
    source.buffer = a.noise;
    const band = a.context.createBiquadFilter();
    band.type = "bandpass";
    band.frequency.value = frequency;
    band.Q.value = q;
    play(source, [band], seconds, gain, delay);
  }

  function tone(
    from: number,
    to: number,
    seconds: number,
    gain: number,
    type: OscillatorType = "sine",
    delay = 0,
  ): void {
    const a = audio();
    if (!a) return;
    const at = a.context.currentTime + delay;
    const source = a.context.createOscillator();
    source.type = type;
    source.frequency.setValueAtTime(from, at);
    source.frequency.exponentialRampToValueAtTime(to, at + seconds);
    play(source, [], seconds, gain, delay);
  }

  function play(
    source: AudioScheduledSourceNode,
    through: readonly AudioNode[],
    seconds: number,
    gain: number,
    delay: number,
  ) {
    const a = audio();
    if (!a) return;
    const at = a.context.currentTime + delay;
    const level = a.context.createGain();
    level.gain.setValueAtTime(0.0001, at);
    level.gain.exponentialRampToValueAtTime(gain, at + 0.004);
    level.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    let last: AudioNode = source;
    for (const node of [...through, level, a.out]) {
      last.connect(node);
      last = node;
    }
    source.start(at);
    source.stop(at + seconds + 0.02);
  }

  const bell = (frequency: number, gain: number, delay = 0) => {
    for (const [i, ratio] of [1, 2, 2.4, 3, 4.2, 5.4].entries()) {
      tone(frequency * ratio, frequency * ratio, 1.8 - i * 0.3, gain / (i + 1.5), "sine", delay);
    }
  };
  const pluck = (frequency: number, gain: number, delay = 0) => {
    tone(frequency, frequency * 0.998, 0.7, gain, "triangle", delay);
    tone(frequency * 2, frequency * 1.99, 0.25, gain / 3, "sine", delay);
    burst(frequency * 4, 2, 0.02, gain, delay);
  };
  const mallet = (frequency: number, gain: number, delay = 0) => {
    tone(frequency, frequency, 0.4, gain, "sine", delay);
    tone(frequency * 4, frequency * 4, 0.08, gain / 3, "sine", delay);
  };
  const pad = (frequency: number, gain: number) => {
    for (const detune of [0.997, 1, 1.003]) tone(frequency * detune, frequency * detune, 1.6, gain, "triangle");
  };
  const stops = {
    click: (n: number) => {
      burst(1800, 6, 0.03, 0.5);
      tone(160 * 2 ** (n / 12), 90, 0.06, 0.5);
    },
    wood: (n: number) => {
      burst(420 * 2 ** (n / 12), 12, 0.05, 0.8);
      burst(1150, 12, 0.04, 0.5);
    },
    glass: (n: number) => {
      burst(2900 * 2 ** (n / 24), 20, 0.1, 0.5);
      burst(4300, 20, 0.06, 0.3);
    },
    paper: () => burst(3800, 0.8, 0.03, 0.35),
    bell: (n: number) => bell(hertz(n), 0.05),
  };
  const wins = {
    pluck: (f: number) => pluck(f, 0.3),
    bell: (f: number) => bell(f, 0.14),
    mallet: (f: number) => mallet(f, 0.3),
    glass: (f: number) => {
      tone(f * 4, f * 4, 0.3, 0.12);
      burst(f * 8, 18, 0.12, 0.3);
    },
    wood: (f: number) => {
      burst(f, 14, 0.12, 0.9);
      tone(f, f * 0.98, 0.15, 0.25);
    },
  };
  const features = {
    bell: () => {
      for (const [i, semitone] of [0, 3, 7, 12].entries()) bell(hertz(semitone), 0.14, i * 0.16);
    },
    pad: () => {
      for (const semitone of [-12, 0, 7, 10]) pad(hertz(semitone), 0.08);
    },
    paper: () => {
      for (let i = 0; i < 8; i++) burst(3000 + i * 200, 1, 0.04, 0.35, i * 0.07);
      pluck(hertz(12), 0.25, 0.6);
    },
    wood: () => {
      for (let i = 0; i < 6; i++) burst(420 * 2 ** (i / 6), 12, 0.06, 0.8, i * 0.11);
    },
  };

  return {
    wake() {
      if (context) return void context.resume();
      context = new AudioContext();
      out = context.createGain();
      out.gain.value = 0.5;
      const press = context.createDynamicsCompressor();
      press.threshold.value = -14;
      press.ratio.value = 4;
      out.connect(press).connect(context.destination);
      noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
      const samples = noise.getChannelData(0);
      // Any noise will do: it is heard, and decides nothing.
      let state = 1;
      for (let i = 0; i < samples.length; i++) {
        state = (state * 16_807) % 2_147_483_647;
        samples[i] = state / 1_073_741_824 - 1;
      }
    },
    mute(on) {
      muted = on;
      if (on) whirr?.stop();
      if (out && context) out.gain.setTargetAtTime(on ? 0 : 0.5, context.currentTime, 0.03);
    },
    get muted() {
      return muted;
    },
    stop: reel => stops[theme.sound.stop](reel),
    turning(on) {
      whirr?.stop();
      whirr = undefined;
      const a = on ? audio() : undefined;
      if (!a) return;
      const source = a.context.createBufferSource();
      source.buffer = a.noise;
      source.loop = true;
      const band = a.context.createBiquadFilter();
      band.type = "bandpass";
      band.frequency.value = 300;
      const level = a.context.createGain();
      level.gain.value = 0.03;
      source.connect(band).connect(level).connect(a.out);
      source.start();
      whirr = { stop: () => source.stop() };
    },
    win(step) {
      const { scale } = theme.sound;
      wins[theme.sound.win](
        hertz((scale[step % scale.length] ?? 0) + 12 * Math.min(1, Math.floor(step / scale.length))),
      );
    },
    scatter: count => bell(hertz([12, 15, 19, 24, 27][Math.min(4, Math.max(0, count - 1))] ?? 12), 0.16),
    feature: () => features[theme.sound.feature](),
    press: () => burst(2200, 4, 0.02, 0.25),
  };
}

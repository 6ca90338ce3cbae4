/** What plays sounds, by the Web Audio API: noise through a band, tones, and noise that goes on. */
export interface AudioOutput {
  /** Called in a gesture: browsers allow sound from then on. */
  wake(): void;
  mute(on: boolean): void;
  readonly muted: boolean;
  burst(frequency: number, q: number, seconds: number, gain: number, delay?: number): void;
  tone(from: number, to: number, seconds: number, gain: number, type?: OscillatorType, delay?: number): void;
  /** Noise until it is stopped; undefined while nothing may be heard. */
  startNoise(frequency: number, gain: number): { stop(): void } | undefined;
}

export function createAudioOutput(): AudioOutput {
  let context: AudioContext | undefined;
  let out: GainNode | undefined;
  let muted = false;
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
      if (out && context) out.gain.setTargetAtTime(on ? 0 : 0.5, context.currentTime, 0.03);
    },
    get muted() {
      return muted;
    },
    burst,
    tone,
    startNoise(frequency, gain) {
      const a = audio();
      if (!a) return undefined;
      const source = a.context.createBufferSource();
      source.buffer = a.noise;
      source.loop = true;
      const band = a.context.createBiquadFilter();
      band.type = "bandpass";
      band.frequency.value = frequency;
      const level = a.context.createGain();
      level.gain.value = gain;
      source.connect(band).connect(level).connect(a.out);
      source.start();
      return { stop: () => source.stop() };
    },
  };
}

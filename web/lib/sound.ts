// Short sounds, made of oscillators and noise: nothing is downloaded.

import { settings } from './settings.svelte';

type Sound = 'place' | 'capture' | 'dice' | 'card' | 'take' | 'win' | 'lose' | 'wrong' | 'turn' | 'count';
let context: AudioContext | undefined;

function tone(
  at: number,
  frequency: number,
  length: number,
  volume: number,
  type: OscillatorType = 'sine',
  to = frequency,
) {
  const oscillator = context!.createOscillator();
  const gain = context!.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(frequency, at);
  oscillator.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(context!.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

function rustle(at: number, length: number, volume: number, pitch: number) {
  const frames = Math.ceil(context!.sampleRate * length);
  const buffer = context!.createBuffer(1, frames, context!.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < frames; ++i) data[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 2;
  const source = context!.createBufferSource();
  const filter = context!.createBiquadFilter();
  const gain = context!.createGain();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  gain.gain.value = volume;
  source.buffer = buffer;
  source.connect(filter).connect(gain).connect(context!.destination);
  source.start(at);
}

const recipes: Record<Sound, (now: number) => void> = {
  place: (now) => tone(now, 320, 0.09, 0.18, 'triangle', 180),
  capture: (now) => {
    tone(now, 220, 0.22, 0.2, 'sawtooth', 70);
    rustle(now, 0.18, 0.3, 900);
  },
  dice: (now) => {
    for (const [i, pitch] of [2300, 1800, 2600, 1500].entries()) rustle(now + i * 0.055, 0.05, 0.35, pitch);
  },
  card: (now) => rustle(now, 0.07, 0.4, 3200),
  take: (now) => {
    for (const [i, pitch] of [520, 660, 880].entries()) tone(now + i * 0.05, pitch, 0.14, 0.1, 'triangle');
  },
  win: (now) => {
    for (const [i, pitch] of [523, 659, 784, 1047].entries()) tone(now + i * 0.12, pitch, 0.4, 0.12, 'triangle');
  },
  lose: (now) => {
    for (const [i, pitch] of [392, 330, 262].entries()) tone(now + i * 0.16, pitch, 0.4, 0.1, 'triangle');
  },
  wrong: (now) => tone(now, 160, 0.16, 0.12, 'square', 120),
  turn: (now) => tone(now, 660, 0.12, 0.08, 'sine', 700),
  count: (now) => tone(now, 440, 0.1, 0.12, 'sine'),
};

export function play(sound: Sound) {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    recipes[sound](context.currentTime);
  } catch {
    // A page without sound still plays.
  }
}

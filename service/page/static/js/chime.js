/* In: a moment to be heard and felt. Out: a short tone, and a tap where the device can give one. */

const HEIGHT_HZ = 880;
const LENGTH_S = 0.12;
const TAP_MS = 80;

/**
 * Made when a button is pressed: browsers let a page sound only after that.
 * @returns {{ring: () => void, close: () => void}}
 */
export function chime() {
  const sound = new AudioContext();
  return {
    ring() {
      const tone = sound.createOscillator();
      tone.frequency.value = HEIGHT_HZ;
      tone.connect(sound.destination);
      tone.start();
      tone.stop(sound.currentTime + LENGTH_S);
      navigator.vibrate?.(TAP_MS);
    },
    close: () => sound.close(),
  };
}

// What should last on this device. Where storage is disabled it lasts as long as the page.

const memory = new Map<string, string>();
const prefix = 'hotaka.';

export function load<T>(key: string): T | null {
  let text: string | null | undefined = memory.get(key);
  try {
    text ??= localStorage.getItem(prefix + key);
  } catch {
    // Storage is disabled.
  }
  if (!text) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

export function save(key: string, value: unknown) {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(prefix + key, text);
  } catch {
    // Disabled or full: the page still remembers.
  }
}

export function remove(key: string) {
  memory.delete(key);
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // Disabled: nothing was kept.
  }
}

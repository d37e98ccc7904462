import { localStore } from './storage'

const STORAGE_KEY = 'upload-pace'
/** Less is buffered by the device and tells nothing about the line. */
const TELLING_MS = 3_000

/** How fast this browser's last upload was, in bytes per second. */
export const uploadPace = {
  measure(bytes: number, milliseconds: number): void {
    if (milliseconds >= TELLING_MS && bytes > 0)
      localStore.setItem(STORAGE_KEY, String(Math.round((bytes * 1000) / milliseconds)))
  },
  /** How many seconds an upload of this size takes; null if the browser does not know. */
  secondsFor(bytes: number): number | null {
    const pace = Number(localStore.getItem(STORAGE_KEY)) || reportedPace()
    return pace > 0 ? bytes / pace : null
  },
}

/** Chromium estimates the line's pace in Mbit/s; uploads are rarely faster than downloads. */
function reportedPace(): number {
  const { connection } = navigator as { connection?: { downlink?: number } }
  return ((connection?.downlink ?? 0) * 1_000_000) / 8
}

interface CountdownParts {
  days: number
  /** "12:48", from an hour on "1:12:48". */
  clock: string
}

/** Splits a time to go (milliseconds, negative counts as none) into whole days and a clock. A second that has begun is still shown, so that 00:00 means over. */
export function countdownParts(milliseconds: number): CountdownParts {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const tail = `${twoDigits(minutes)}:${twoDigits(seconds % 60)}`
  return { days, clock: hours > 0 || days > 0 ? `${hours}:${tail}` : tail }
}

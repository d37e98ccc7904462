/** Whether `value` is origin + k × step. */
export function isOnGrid(value: number, origin: number, step: number): boolean {
  return (value - origin) % step === 0
}

/** The grid's two points around a value that lies between them. */
export function nearestOnGrid(value: number, origin: number, step: number): readonly [number, number] {
  const below = origin + Math.floor((value - origin) / step) * step
  return [below, below + step]
}

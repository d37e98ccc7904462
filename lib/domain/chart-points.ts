/** Enough for an auction's chart; more would only enlarge its page. */
export const MAX_POINTS = 1_000

/**
 * Thins a time series to at most `MAX_POINTS` points. Keeps the first, the last, and the last point of each of equal
 * spans, because its value holds until the next span.
 */
export function thinPoints<Point extends { readonly at: string }>(points: Point[]): Point[] {
  const [first] = points
  const last = points.at(-1)
  if (points.length <= MAX_POINTS || first === undefined || last === undefined) return points
  const start = Date.parse(first.at)
  // Thins to half of the maximum, so that a running auction is not thinned at every bid.
  const span = Math.max(1, (Date.parse(last.at) - start) / (MAX_POINTS / 2 - 2))
  const spanOf = (point: Point) => Math.floor((Date.parse(point.at) - start) / span)
  return points.filter((point, index) => {
    const next = points[index + 1]
    return index === 0 || next === undefined || spanOf(next) !== spanOf(point)
  })
}

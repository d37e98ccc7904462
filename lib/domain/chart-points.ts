/** More of them a chart of an auction does not need, and its page should not carry. */
export const MAX_POINTS = 1_000

/**
 * The points of a chart in time, at most `MAX_POINTS`: where there are more, of each of so many equal parts of the time the last one
 * is kept, because it holds until the next part. The first and the last point stay. Few points are answered as they are.
 */
export function thinned<Point extends { readonly at: string }>(points: Point[]): Point[] {
  const [first] = points
  const last = points.at(-1)
  if (points.length <= MAX_POINTS || first === undefined || last === undefined) return points
  const start = Date.parse(first.at)
  // Half of what may be, so that an auction that goes on is not thinned at every bid.
  const part = Math.max(1, (Date.parse(last.at) - start) / (MAX_POINTS / 2 - 2))
  const partOf = (point: Point) => Math.floor((Date.parse(point.at) - start) / part)
  return points.filter((point, index) => {
    const next = points[index + 1]
    return index === 0 || next === undefined || partOf(next) !== partOf(point)
  })
}

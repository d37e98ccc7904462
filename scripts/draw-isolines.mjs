/**
 * Draws public/isolines.svg: the isolines of a pressure field (a few Gaussian bumps), which lie behind the headers at the
 * top of the pages. The picture is committed; run this again only to change it: `node scripts/draw-isolines.mjs`.
 */
import { writeFileSync } from 'node:fs'
import { contours } from 'd3-contour'

const WIDTH = 1600
const HEIGHT = 900
const CELL = 10
const LEVELS = 26
/** Wells of the field: place, reach in both directions and height in picture units. */
const BUMPS = [
  { x: 1310, y: 300, reach: [310, 230], height: 1 },
  { x: 1120, y: 640, reach: [250, 170], height: 0.66 },
  { x: 1640, y: 700, reach: [230, 260], height: 0.6 },
  { x: 120, y: 60, reach: [330, 240], height: 0.5 },
  { x: 420, y: 840, reach: [300, 200], height: 0.62 },
  { x: 760, y: 120, reach: [200, 250], height: -0.38 },
  { x: 1480, y: 980, reach: [200, 150], height: -0.4 },
  { x: 0, y: 560, reach: [220, 220], height: -0.3 },
]

const columns = WIDTH / CELL + 1
const rows = HEIGHT / CELL + 1
const field = Array.from({ length: columns * rows }, (_, index) =>
  pressure((index % columns) * CELL, Math.floor(index / columns) * CELL),
)

function pressure(x, y) {
  return BUMPS.reduce(
    (sum, bump) =>
      sum + bump.height * Math.exp(-(((x - bump.x) / bump.reach[0]) ** 2 + ((y - bump.y) / bump.reach[1]) ** 2) / 2),
    0,
  )
}

const [low, high] = [Math.min(...field), Math.max(...field)]
const thresholds = Array.from({ length: LEVELS }, (_, level) => low + ((level + 0.7) / (LEVELS + 0.4)) * (high - low))

const paths = contours()
  .size([columns, rows])
  .thresholds(thresholds)(field)
  .map((contour, level) => {
    const strong = level % 5 === 2
    return `<path d="${contour.coordinates.flat().map(ring).join('')}" stroke-opacity="${strong ? 0.8 : 0.36}" stroke-width="${strong ? 1.4 : 1}"/>`
  })

/** One isoline as smooth curves. The field reaches over the picture's edge, whose own run is no isoline: it is cut out. */
function ring(points) {
  const runs = [[]]
  for (const [column, row] of points.slice(0, -1)) {
    const onEdge = column <= 0.5 || row <= 0.5 || column >= columns - 0.5 || row >= rows - 0.5
    if (!onEdge) runs.at(-1).push([(column - 0.5) * CELL, (row - 0.5) * CELL])
    else if (runs.at(-1).length > 0) runs.push([])
  }
  if (runs.length === 1) return curve(runs[0], true)
  // The ring starts anywhere: what it ended with goes on where it began.
  const tail = runs.pop()
  runs[0] = [...tail, ...runs[0]]
  return runs.map((run) => curve(run, false)).join('')
}

function curve(line, closed) {
  const kept = line.filter((_, index) => index % 7 === 0 || (!closed && index === line.length - 1))
  if (kept.length < 4) return ''
  const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
  const ahead = (index) => kept[(index + 1) % kept.length]
  if (closed) {
    const start = middle(kept.at(-1), kept[0])
    return `M${pair(start)}${kept.map((point, index) => `Q${pair(point)} ${pair(middle(point, ahead(index)))}`).join('')}`
  }
  const inner = kept
    .slice(1, -1)
    .map(
      (point, index) =>
        `Q${pair(point)} ${pair(index === kept.length - 3 ? kept.at(-1) : middle(point, ahead(index + 1)))}`,
    )
  return `M${pair(kept[0])}${inner.join('')}`
}

function pair([x, y]) {
  return `${Math.round(x)},${Math.round(y)}`
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="12 12 ${WIDTH - 24} ${HEIGHT - 24}" preserveAspectRatio="xMidYMid slice" fill="none" stroke="#000"><style>path{vector-effect:non-scaling-stroke}</style>${paths.join('')}</svg>\n`
writeFileSync(new URL('../public/isolines.svg', import.meta.url), svg)

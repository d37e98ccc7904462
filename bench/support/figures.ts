import { mkdirSync, writeFileSync } from 'node:fs'

export interface Figure {
  /** The id of the target, such as `B1`. */
  id: string
  what: string
  /** The measured value with its reference. */
  measured: string
  target: string
  met: boolean
  values: Record<string, unknown>
}

export interface Failure {
  suite: string
  reason: string
}

export interface Report {
  at: string
  node: string
  cores: number
  figures: Figure[]
  failures: Failure[]
}

export function printFigure(figure: Figure): void {
  console.log(
    `${figure.met ? 'met    ' : 'NOT MET'} ${figure.id}  ${figure.what}\n            ${figure.measured}\n            target: ${figure.target}`,
  )
}

/**
 * Writes the results of a run to `bench/results/<instant>.json`, and a table next to it.
 *
 * @returns the path of both files without extension
 */
export function writeReport(report: Report): string {
  mkdirSync('bench/results', { recursive: true })
  const file = `bench/results/${report.at.replaceAll(':', '-').slice(0, 19)}`
  writeFileSync(`${file}.json`, JSON.stringify(report, null, 2))
  writeFileSync(`${file}.md`, tableOf(report))
  return file
}

function tableOf({ at, node, cores, figures, failures }: Report): string {
  const growth = figures.filter(({ id }) => id === 'G1')
  const others = figures.filter(({ id }) => id !== 'G1')
  return [
    `${at.slice(0, 16).replace('T', ' ')} UTC, ${cores} cores, Node ${node.slice(1)}: ${metOf(others)}.`,
    ...linesOf(others),
    ...(growth.length > 0 ? [`Growth: ${metOf(growth)}.`, ...linesOf(growth)] : []),
    ...failures.map(({ suite, reason }) => `The suite “${suite}” failed: ${reason}`),
  ]
    .join('\n')
    .concat('\n')
}

function metOf(figures: readonly Figure[]): string {
  return `${figures.filter(({ met }) => met).length} of ${figures.length} met`
}

function linesOf(figures: readonly Figure[]): string[] {
  const rows = figures.map(({ id, what, measured, target, met }) => [
    id,
    what,
    measured,
    target,
    met ? 'yes' : '**no**',
  ])
  const cells = [['id', 'what', 'measured', 'target', 'met'], ['---', '---', '---', '---', '---'], ...rows]
  return ['', ...cells.map((row) => `| ${row.map(cellOf).join(' | ')} |`), '']
}

function cellOf(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

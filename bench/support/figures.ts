import { mkdirSync, writeFileSync } from 'node:fs'

export interface Figure {
  /** The target's id, `B1`. */
  id: string
  what: string
  /** What was printed: the measured value with its reference. */
  measured: string
  target: string
  met: boolean
  values: Record<string, unknown>
}

export function printFigure(figure: Figure): void {
  console.log(
    `${figure.met ? 'met    ' : 'NOT MET'} ${figure.id}  ${figure.what}\n            ${figure.measured}\n            target: ${figure.target}`,
  )
}

/** Keeps a run’s figures as `bench/results/<instant>.json`. */
export function keepFigures(figures: Figure[]): string {
  mkdirSync('bench/results', { recursive: true })
  const at = new Date().toISOString()
  const file = `bench/results/${at.replaceAll(':', '-').slice(0, 19)}.json`
  writeFileSync(file, JSON.stringify({ at, node: process.version, figures }, null, 2))
  return file
}

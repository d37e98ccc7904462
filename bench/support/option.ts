/** The number after `--name` on the command line, or else the default. */
export function option(name: string, fallback: number): number {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? fallback : Number(process.argv[at + 1])
}

/** The site's own origin, without a slash at its end; the same rule as the process's environment (lib/config/environment.ts). */
export function publicUrl(): string {
  return (process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? '3000'}`).replace(/\/+$/, '')
}

/** The origin of PUBLIC_URL; null where it is not set, and the address that is asked has to do. */
export function publicOrigin(source: Record<string, string | undefined> = process.env): string | null {
  const given = source.PUBLIC_URL
  return given && URL.canParse(given) ? new URL(given).origin : null
}

/** The site's own origin, without a slash at its end; the same rule as the process's environment (lib/config/environment.ts). */
export function publicUrl(): string {
  return (process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? '3000'}`).replace(/\/+$/, '')
}

/** The API host of remote mode, without a trailing slash; null in embedded mode. */
export function readRemoteAddress(environment: NodeJS.ProcessEnv = process.env): string | null {
  return environment.API_BASE_URL?.replace(/\/+$/, '') || null
}

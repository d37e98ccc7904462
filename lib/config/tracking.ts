/** Origins that pages may send visits to: that of MATOMO_URL, or none. */
export function trackingOrigins(environment: NodeJS.ProcessEnv = process.env): string[] {
  const address = environment.MATOMO_URL
  return address && URL.canParse(address) ? [new URL(address).origin] : []
}

export function findChromium(): string | null
export function requireChromium(options?: { whole?: boolean }): string

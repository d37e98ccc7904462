export function findChromium(): string | null
export function requireChromium(): string

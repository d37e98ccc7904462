export function findFirefox(): string | null
export function requireFirefox(): string
export function requireWebKit(): { driver: string; browser: string; display: string }

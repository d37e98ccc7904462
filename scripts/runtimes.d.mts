export function findNode24(): string | null
export function findPostgres15(): string | null
export function findOldestChromium(): string | null

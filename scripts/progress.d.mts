export function openServerConsole(): void
export function openWorkerConsole(): void
export function writesJson(): boolean
export function serverId(): string
export function step<T>(title: string, work: () => T | Promise<T>): Promise<T>
export function print(text: string): void
export function printProblem(text: string): void
/** Prints a warning: the process starts all the same. */
export function printWarning(text: string): void
export function record(level: 'info' | 'error', text: string, fields?: Record<string, unknown>): void

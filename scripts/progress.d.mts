export function step<T>(title: string, work: () => T | Promise<T>): Promise<T>
export function say(text: string): void

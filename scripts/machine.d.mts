export function machineProblem(): string | null
export function explainListening(code: string | undefined, port: number, host?: string | null): string

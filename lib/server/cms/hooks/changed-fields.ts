/** What every save touches, and what no trail may hold. */
const SILENT = new Set(['updatedAt', 'createdAt', 'sessions', 'password', 'hash', 'salt', 'resetPasswordToken', 'resetPasswordExpiration', 'loginAttempts', 'lockUntil', '_status'])

/** Names of the fields that differ; never their values, which may be personal data. */
export function changedFields(before: Record<string, unknown>, now: Record<string, unknown>): string[] {
  return Object.keys(now)
    .filter((name) => !SILENT.has(name) && comparable(before[name]) !== comparable(now[name]))
    .sort()
}

function comparable(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'null'
  // A relation arrives as an id or as its document.
  if (typeof value === 'object' && !Array.isArray(value) && 'id' in value) return JSON.stringify(value.id)
  return JSON.stringify(value)
}

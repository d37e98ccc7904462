/** Where rate-limiter-flexible counts for all servers together. */
export const RATE_LIMITS_TABLE = {
  storeType: 'pool',
  schemaName: 'portal',
  tableName: 'rate_limits',
  tableCreated: true,
  clearExpiredByTimeout: false,
} as const

export type AccountStatus = 'awaiting_confirmation' | 'active' | 'deactivated'

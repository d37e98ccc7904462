import type { ServerProps } from 'payload';
import { hasRole, TRADE_ROLES } from '@/lib/server/cms/access';
import { Dashboard } from './dashboard';

/** Above Payload's own dashboard, for those who run auctions; an editor has nothing to decide here. */
export function DashboardEntry({ user }: ServerProps) {
  return hasRole(user, TRADE_ROLES) ? <Dashboard /> : null;
}

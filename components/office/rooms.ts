import {
  Building2,
  FilePenLine,
  Gavel,
  type IconNode,
  LayoutDashboard,
  ListChecks,
  Mail,
  MessageCircleQuestionMark,
  MessageSquareText,
  ScrollText,
  ShieldCheck,
  ShoppingCart,
  Truck,
  UserX,
  Users,
  Wallet,
} from 'lucide'
import type { StaffRole } from '@/lib/contract/manager'

interface RoomSpec {
  icon: IconNode
  /** Managers and administrators if undefined. */
  roles?: readonly StaffRole[]
}

const MONEY: readonly StaffRole[] = ['accountant', 'manager', 'admin']
const SHIPPING: readonly StaffRole[] = ['dispatcher', 'manager', 'admin']
const MANAGERS: readonly StaffRole[] = ['manager', 'admin']
const ADMINS: readonly StaffRole[] = ['admin']

export const isManager = (role: StaffRole): boolean => MANAGERS.includes(role)

/** The office's rooms by the work they belong to, in the order of the menu. */
export const ROOMS = {
  auctions: {
    dashboard: { icon: LayoutDashboard },
    auctions: { icon: Gavel },
    questions: { icon: MessageCircleQuestionMark },
  },
  companies: {
    companies: { icon: Building2 },
    deletion: { icon: UserX },
  },
  money: {
    deposits: { icon: Wallet, roles: MONEY },
    agreements: { icon: FilePenLine },
    fulfilment: { icon: ListChecks, roles: MONEY },
    loadings: { icon: Truck, roles: SHIPPING },
  },
  requests: {
    orders: { icon: ShoppingCart },
    feedback: { icon: MessageSquareText },
  },
  records: {
    emails: { icon: Mail },
    audit: { icon: ScrollText },
    trusted: { icon: ShieldCheck },
    staff: { icon: Users, roles: ADMINS },
  },
} as const satisfies Record<string, Record<string, RoomSpec>>

type Rooms = typeof ROOMS
export type RoomGroup = keyof Rooms
export type Room = { [Group in RoomGroup]: keyof Rooms[Group] }[RoomGroup]

export const OFFICE = '/office'
/** Payload's pages, for editors. */
export const CONTENT = '/admin'

export function roomPath(room: Room, record?: number | string): string {
  const path = room === 'dashboard' ? OFFICE : `${OFFICE}/${room}`
  return record === undefined ? path : `${path}/${record}`
}

export const consolePath = (auctionId: number) => `${roomPath('auctions', auctionId)}/console`

interface ShownRoom {
  name: Room
  icon: IconNode
}

/** The menu of a member of the staff: groups with a room for the role; editors have none. */
export function roomsFor(role: StaffRole): { group: RoomGroup; rooms: ShownRoom[] }[] {
  return (Object.entries(ROOMS) as [RoomGroup, Record<string, RoomSpec>][])
    .map(([group, rooms]) => ({
      group,
      rooms: Object.entries(rooms)
        .filter(([, { roles = MANAGERS }]) => roles.includes(role))
        .map(([name, { icon }]) => ({ name: name as Room, icon })),
    }))
    .filter(({ rooms }) => rooms.length > 0)
}

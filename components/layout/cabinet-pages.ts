import { Bell, Building2, FileText, Gavel, type IconNode, MessageSquareText, Signature, UserRound, Users } from 'lucide'
import type { CabinetMenuRoute } from '@/lib/i18n/route-names'

interface CabinetPage {
  /** The page's name is `Header.<text>`. */
  text:
    | 'cabinetAuctions'
    | 'cabinetAgreements'
    | 'cabinetCompany'
    | 'cabinetDocuments'
    | 'cabinetInfo'
    | 'cabinetNotifications'
    | 'people'
    | 'feedback'
  icon: IconNode
  /** In the header's row, or in the menu of the person. */
  menus: readonly ('main' | 'person')[]
  /** The page of the header's row that stays marked while this one is open. */
  under?: CabinetMenuRoute
}

/** The pages of the cabinet in the order of its menus. */
export const CABINET_PAGES: Record<CabinetMenuRoute, CabinetPage> = {
  cabinet: { text: 'cabinetAuctions', icon: Gavel, menus: ['main'] },
  'cabinet-agreements': { text: 'cabinetAgreements', icon: Signature, menus: ['main'] },
  'cabinet-info': { text: 'cabinetInfo', icon: UserRound, menus: ['main', 'person'] },
  'cabinet-company': { text: 'cabinetCompany', icon: Building2, menus: ['person'], under: 'cabinet-info' },
  'cabinet-documents': { text: 'cabinetDocuments', icon: FileText, menus: ['main'] },
  'cabinet-people': { text: 'people', icon: Users, menus: ['person'] },
  'cabinet-notifications': { text: 'cabinetNotifications', icon: Bell, menus: ['person'] },
  'cabinet-feedbackform': { text: 'feedback', icon: MessageSquareText, menus: ['person'] },
}

export const CABINET_ROUTES = Object.keys(CABINET_PAGES) as CabinetMenuRoute[]

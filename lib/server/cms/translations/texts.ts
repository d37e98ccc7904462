import type { uk as auctionConsole } from '@/lib/server/cms/translations/console/uk'
import type { uk as floor } from '@/lib/server/cms/translations/floor/uk'
import type { uk as office } from '@/lib/server/cms/translations/office/uk'
import type { uk } from '@/lib/server/cms/translations/uk'

/** Ukrainian is the source; the other languages must have every one of its texts. */
export type PortalTexts = Record<keyof typeof uk, string>
export type PortalTextKey = keyof PortalTexts

export type ConsoleTexts = Record<keyof typeof auctionConsole, string>
export type ConsoleTextKey = keyof ConsoleTexts

export type OfficeTexts = Record<keyof typeof office, string>
export type FloorTexts = Record<keyof typeof floor, string>
/** Both stand under `office` in Payload's texts. */
export type OfficeTextKey = keyof OfficeTexts | keyof FloorTexts

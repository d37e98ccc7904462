import type { uk as desk } from '@/lib/server/cms/translations/desk/uk';
import type { uk } from '@/lib/server/cms/translations/uk';

/** Ukrainian is the source; the other languages must have every one of its texts. */
export type PortalTexts = Record<keyof typeof uk, string>;
export type PortalTextKey = keyof PortalTexts;

export type DeskTexts = Record<keyof typeof desk, string>;
export type DeskTextKey = keyof DeskTexts;

import type { CollectionConfig, LivePreviewConfig, UIField } from 'payload'
import { CONTENT_ROLES, only } from '@/lib/server/cms/access'
import {
  announceChange,
  announceDelete,
  markDraftSaves,
  publishByDefault,
} from '@/lib/server/cms/hooks/announce-change'
import { auditChange, auditDelete } from '@/lib/server/cms/hooks/audit-change'
import { previewLink } from '@/lib/server/cms/drafts'
import { redirectOldAddress, rememberPublishedAddress } from '@/lib/server/cms/redirects'
import { words } from '@/lib/server/cms/fields/basic-fields'

const AUTOSAVE_MILLISECONDS = 1500
const VERSIONS_KEPT = 50

/** What pages, news and the words around auctions have in common: drafts that save themselves, versions, a time to appear. */
export const draftable = {
  access: {
    create: only(CONTENT_ROLES),
    read: only(CONTENT_ROLES),
    update: only(CONTENT_ROLES),
    delete: only(CONTENT_ROLES),
    readVersions: only(CONTENT_ROLES),
  },
  versions: {
    drafts: { autosave: { interval: AUTOSAVE_MILLISECONDS }, schedulePublish: { timeIntervals: 5 } },
    maxPerDoc: VERSIONS_KEPT,
  },
  hooks: {
    beforeOperation: [publishByDefault, markDraftSaves],
    beforeChange: [rememberPublishedAddress],
    afterChange: [redirectOldAddress, announceChange, auditChange],
    afterDelete: [announceDelete, auditDelete],
  },
} satisfies Partial<CollectionConfig>

/** Of forms whose drafts save themselves: a press on “publish” that comes meanwhile is carried out afterwards. */
export const publishing = {
  components: { edit: { PublishButton: '@/app/(cms)/content/payload-patches#PublishAfterDraft' } },
} satisfies CollectionConfig['admin']

/** The site's own page of a draft, beside the form and in a tab of its own. */
export function previews(pathOf: (doc: Record<string, unknown>) => string | null): {
  preview: NonNullable<CollectionConfig['admin']>['preview']
  livePreview: LivePreviewConfig
} {
  return {
    preview: (doc, { locale }) => previewLink(pathOf(doc), locale),
    livePreview: {
      url: ({ data, locale }) => previewLink(pathOf(data), locale.code) ?? '',
      breakpoints: [
        { name: 'phone', label: '375', width: 375, height: 720 },
        { name: 'tablet', label: '768', width: 768, height: 1024 },
        { name: 'desktop', label: '1200', width: 1200, height: 800 },
        // Stands for Payload's own entry of this name, whose label is English everywhere (hidden in custom.css).
        { name: 'responsive', label: '↔ 100 %', width: '100%', height: '100%' },
      ],
    },
  }
}

/** Says beside the form and in lists which languages lack words. */
export const translationGaps: UIField = {
  name: 'translations',
  type: 'ui',
  label: words('translations'),
  admin: {
    position: 'sidebar',
    components: {
      Field: '@/app/(cms)/content/server-fields#TranslationGapsField',
      Cell: '@/app/(cms)/content/server-fields#TranslationGapsCell',
    },
  },
}

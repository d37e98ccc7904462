import type { CollectionConfig, LivePreviewConfig, UIField } from 'payload'
import { CONTENT_ROLES, only, openTo } from '@/lib/server/cms/access'
import {
  announceChange,
  announceDelete,
  markDraftSaves,
  publishByDefault,
} from '@/lib/server/cms/hooks/announce-change'
import { keepLock } from '@/lib/server/cms/locks'
import { auditChange, auditDelete } from '@/lib/server/cms/hooks/audit-change'
import { previewLink } from '@/lib/server/cms/drafts'
import { redirectOldAddress, rememberPublishedAddress } from '@/lib/server/cms/redirects'
import { localized } from '@/lib/server/cms/fields/basic-fields'

const AUTOSAVE_INTERVAL_MS = 1500
const MAX_VERSIONS = 50

/** Shared by pages, news and auction pages: autosaved drafts, versions, scheduled publication. */
export const draftable = {
  access: { ...openTo(CONTENT_ROLES), readVersions: only(CONTENT_ROLES) },
  versions: {
    drafts: { autosave: { interval: AUTOSAVE_INTERVAL_MS }, schedulePublish: { timeIntervals: 5 } },
    maxPerDoc: MAX_VERSIONS,
  },
  hooks: {
    beforeOperation: [publishByDefault, markDraftSaves],
    beforeChange: [rememberPublishedAddress],
    afterChange: [redirectOldAddress, announceChange, auditChange, keepLock],
    afterDelete: [announceDelete, auditDelete],
  },
} satisfies Partial<CollectionConfig>

/** For forms with autosave: a title comes first, and “Publish” waits for an autosave and asks about missing texts. */
export const publishing = {
  components: {
    edit: { PublishButton: '@/app/(cms)/content/publish-button#PublishButton' },
    views: { create: { path: '/create', exact: true, Component: '@/app/(cms)/views#NewDraftView' } },
  },
} satisfies CollectionConfig['admin']

/** Shows the site's page of a draft, beside the form and in a separate tab. */
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
        // Replaces Payload's entry of this name, whose label is English everywhere (hidden in custom.css).
        { name: 'responsive', label: '↔ 100 %', width: '100%', height: '100%' },
      ],
    },
  }
}

/** Counts missing texts by language, beside the form and in lists. */
export const translationGaps: UIField = {
  name: 'translations',
  type: 'ui',
  label: localized('translations'),
  admin: {
    position: 'sidebar',
    components: {
      Field: '@/app/(cms)/content/fields#TranslationGapsField',
      Cell: '@/app/(cms)/content/server-fields#TranslationGapsCell',
    },
  },
}

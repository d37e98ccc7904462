import { resolve } from 'node:path'
import { postgresAdapter } from '@payloadcms/db-postgres'
import { buildConfig, type CollectionConfig, type GlobalConfig, type SanitizedConfig } from 'payload'
import { en } from 'payload/i18n/en'
import { ru } from 'payload/i18n/ru'
import { uk } from 'payload/i18n/uk'
import sharp from 'sharp'
import { LANGUAGE_NAMES, LOCALES } from '@/lib/config/constants'
import { publicOrigin } from '@/lib/config/environment'
import { createLog } from '@/lib/server/platform/log'
import { Auctions } from './collections/auctions'
import { Seller, Settings } from './collections/globals'
import { Media } from './collections/media'
import { Feedback, Orders, Products } from './collections/requests'
import { AuctionPages, Certificates, Menus, News, Pages } from './collections/site'
import { Staff } from './collections/staff'
import { Agreements, Categories, Companies } from './collections/trade'
import { unlimitedForMigrations, OrderedClient } from '@/lib/server/payload/database'
import { portalEditor } from './editor'
import { answerErrors, withQueryErrors } from './errors'
import { noMail } from './hooks/announce-change'
import { returnWholeDocument } from './hooks/audit-change'
import { refuseStale, refuseStaleGlobal, rememberReadGlobal, rememberReadVersion } from './hooks/refuse-stale'
import { restrictLocks } from './locks'
import { mediaPlugin } from './media-plugin'
import { Redirects } from './redirects'
import { translationGapsEndpoint } from './translation-gaps'
import { portalTranslations } from './translations'

// The process runs in the project's root; the module's path differs between tsx, the bundle and Next.
const directory = resolve(process.cwd(), 'lib/server/cms')
const origin = publicOrigin()
const UPLOAD_LIMIT_BYTES = 20 * 1024 * 1024
const CONNECTIONS = 6

const REFUSED_SAVE_GUARD = '@/app/(cms)/content/payload-patches#RefusedSaveGuard'
const DOCUMENT_PARTS = [
  REFUSED_SAVE_GUARD,
  '@/app/(cms)/content/payload-patches#DocumentTitle',
  '@/app/(cms)/content/open-field#AddressedField',
  '@/app/(cms)/content/payload-patches#ChangedAt',
]

/** `hideAPIURL` hides the tab with a document's JSON. */
function completeCollection(collection: CollectionConfig): CollectionConfig {
  const { hooks, admin } = collection
  const edit = { ...admin?.components?.edit, beforeDocumentControls: DOCUMENT_PARTS }
  return {
    ...collection,
    hooks: {
      ...hooks,
      beforeOperation: [returnWholeDocument, rememberReadVersion, ...(hooks?.beforeOperation ?? [])],
      beforeChange: [refuseStale, ...(hooks?.beforeChange ?? [])],
    },
    admin: { ...admin, hideAPIURL: true, components: { ...admin?.components, edit } },
  }
}

/** Payload adds the fields of times itself; their cells here write Kyiv's time. */
function showKyivTime(config: SanitizedConfig): SanitizedConfig {
  for (const { fields } of config.collections)
    for (const field of fields)
      if (field.type === 'date' && (field.name === 'updatedAt' || field.name === 'createdAt'))
        field.admin = { ...field.admin, components: { Cell: '@/app/(cms)/content/fields#KyivTimeCell' } }
  return config
}

function completeGlobal(global: GlobalConfig): GlobalConfig {
  const components = { elements: { beforeDocumentControls: [REFUSED_SAVE_GUARD] } }
  return {
    ...global,
    hooks: {
      ...global.hooks,
      beforeOperation: [returnWholeDocument, rememberReadGlobal],
      beforeChange: [refuseStaleGlobal, ...(global.hooks?.beforeChange ?? [])],
    },
    admin: { ...global.admin, hideAPIURL: true, components },
  }
}

/** Invalid JSON in `where` or `data`; Payload's type of log levels lacks this error's name. */
const UNREADABLE = { SyntaxError: 'warn' } as const

/**
 * Loads in plain Node as well as in Next's bundle, which share one instance: views and components are named by path, and no React is
 * imported here.
 */
export default buildConfig({
  secret: process.env.PAYLOAD_SECRET ?? '',
  routes: { admin: '/admin', api: '/cms-api' },
  csrf: origin === null ? [] : [origin],
  telemetry: false,
  graphQL: { disable: true },
  admin: {
    user: Staff.slug,
    avatar: 'default',
    dateFormat: 'dd.MM.yyyy HH:mm',
    components: {
      graphics: {
        Icon: '@/app/(cms)/content/server-fields#CornerMark',
        Logo: '@/app/(cms)/content/server-fields#Logo',
      },
      providers: ['@/app/(cms)/content/editor-providers#EditorProviders'],
      beforeNavLinks: ['@/app/(cms)/views#NavEntry'],
      views: {
        dashboard: { Component: '@/app/(cms)/start-page#StartPage' },
        createFirstUser: { Component: '@/app/(cms)/views#FirstUserView' },
      },
    },
    // Payload sends it to every screen, so it must not contain paths of the server.
    importMap: { baseDir: '.', importMapFile: 'app/(cms)/admin/importMap.js' },
    // The name after a title comes from app/(cms)/admin/page-metadata.ts.
    meta: {
      titleSuffix: ' ',
      robots: 'noindex, nofollow',
      icons: [{ rel: 'icon', type: 'image/svg+xml', url: '/icon.svg' }],
    },
    timezones: { defaultTimezone: 'Europe/Kyiv', supportedTimezones: [{ label: 'Київ', value: 'Europe/Kyiv' }] },
  },
  i18n: {
    fallbackLanguage: 'uk',
    supportedLanguages: { uk, en, ru },
    translations: portalTranslations,
  },
  localization: {
    defaultLocale: 'uk',
    // The fallback order of languages for a missing text.
    fallback: true,
    locales: LOCALES.map((code) => ({ code, label: LANGUAGE_NAMES[code], fallbackLocale: [...LOCALES] })),
  },
  plugins: [mediaPlugin],
  email: noMail,
  sharp,
  endpoints: [translationGapsEndpoint],
  hooks: { afterError: [answerErrors] },
  // A client's mistake is not an error of the portal.
  loggingLevels: {
    APIError: 'info',
    AuthenticationError: 'info',
    Forbidden: 'info',
    LockedAuth: 'info',
    NotFound: 'info',
    QueryError: 'info',
    ValidationError: 'info',
    ...UNREADABLE,
  },
  editor: portalEditor,
  upload: { abortOnLimit: true, limits: { fileSize: UPLOAD_LIMIT_BYTES } },
  logger: createLog({ name: 'cms', level: process.env.LOG_LEVEL || 'info' }),
  db: withQueryErrors(() =>
    postgresAdapter({
      schemaName: 'cms',
      push: false,
      // Stored as tables, the blocks of pages would take about two hundred.
      blocksAsJSON: true,
      disableCreateDatabase: true,
      migrationDir: resolve(directory, 'migrations'),
      pool: {
        ...unlimitedForMigrations(process.env.DATABASE_URL),
        max: CONNECTIONS,
        application_name: 'gas-auction-portal cms',
        Client: OrderedClient as never,
      },
    }),
  ),
  typescript: { outputFile: resolve(directory, '../payload/payload-types.ts'), autoGenerate: false },
  // In the order of the menu; the office's are hidden there.
  collections: [
    Pages,
    AuctionPages,
    News,
    Certificates,
    Media,
    Products,
    Categories,
    Menus,
    Redirects,
    Auctions,
    Companies,
    Agreements,
    Orders,
    Feedback,
    Staff,
  ].map(completeCollection),
  globals: [Settings, Seller].map(completeGlobal),
})
  .then(restrictLocks)
  .then(showKyivTime)

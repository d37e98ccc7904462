import { resolve } from 'node:path'
import { postgresAdapter } from '@payloadcms/db-postgres'
import { en } from '@payloadcms/translations/languages/en'
import { ru } from '@payloadcms/translations/languages/ru'
import { uk } from '@payloadcms/translations/languages/uk'
import { buildConfig, type CollectionConfig, type GlobalConfig } from 'payload'
import sharp from 'sharp'
import { LANGUAGE_NAMES, LOCALES } from '@/lib/config/constants'
import { publicOrigin } from '@/lib/config/environment'
import { Agreements } from '@/lib/server/cms/collections/trade'
import { mediaPlugin } from './media-plugin'
import { AuctionPages } from '@/lib/server/cms/collections/site'
import { Auctions } from '@/lib/server/cms/collections/auctions'
import { Categories } from '@/lib/server/cms/collections/trade'
import { Certificates } from '@/lib/server/cms/collections/site'
import { Companies } from '@/lib/server/cms/collections/trade'
import { Feedback } from '@/lib/server/cms/collections/requests'
import { Media } from '@/lib/server/cms/collections/media'
import { Menus } from '@/lib/server/cms/collections/site'
import { News } from '@/lib/server/cms/collections/site'
import { Orders } from '@/lib/server/cms/collections/requests'
import { Pages } from '@/lib/server/cms/collections/site'
import { Products } from '@/lib/server/cms/collections/requests'
import { Redirects } from '@/lib/server/cms/redirects'
import { Staff } from '@/lib/server/cms/collections/staff'
import { Seller } from '@/lib/server/cms/collections/globals'
import { Settings } from '@/lib/server/cms/collections/globals'
import { unlimitedForMigrations, OrderedClient } from './database'
import { answerErrors, withQueryErrors } from './errors'
import { restrictLocks } from './locks'
import { createLog } from '@/lib/server/platform/log'
import { outboxMail } from '@/lib/server/cms/hooks/announce-change'
import { returnWholeDocument } from '@/lib/server/cms/hooks/audit-change'
import { translationGapsEndpoint } from '@/lib/server/cms/translation-gaps'
import { portalTranslations } from '@/lib/server/cms/translations'
import { portalEditor } from './editor'

// The process runs in the project's root; the module's path differs between tsx, the bundle and Next.
const root = process.cwd()
const here = resolve(root, 'lib/server/cms')
const origin = publicOrigin()
const UPLOAD_LIMIT_BYTES = 20 * 1024 * 1024
const CONNECTIONS = 6

/** Hides the tab with a document's JSON. */
function withoutApiTab<Config extends CollectionConfig | GlobalConfig>(edited: Config): Config {
  return { ...edited, admin: { ...edited.admin, hideAPIURL: true } }
}

const REFUSED_SAVE_STAYS = '@/app/(cms)/content/payload-patches#RefusedSaveStays'
const DOCUMENT_TITLE = '@/app/(cms)/content/payload-patches#DocumentTitle'

function editedCollection(collection: CollectionConfig): CollectionConfig {
  const { components } = collection.admin ?? {}
  const edit = { ...components?.edit, beforeDocumentControls: [REFUSED_SAVE_STAYS, DOCUMENT_TITLE] }
  const hooks = {
    ...collection.hooks,
    beforeOperation: [returnWholeDocument, ...(collection.hooks?.beforeOperation ?? [])],
  }
  return withoutApiTab({ ...collection, hooks, admin: { ...collection.admin, components: { ...components, edit } } })
}

function editedGlobal(global: GlobalConfig): GlobalConfig {
  const { components } = global.admin ?? {}
  const elements = { ...components?.elements, beforeDocumentControls: [REFUSED_SAVE_STAYS] }
  const hooks = { ...global.hooks, beforeOperation: [returnWholeDocument, ...(global.hooks?.beforeOperation ?? [])] }
  return withoutApiTab({ ...global, hooks, admin: { ...global.admin, components: { ...components, elements } } })
}

/** Unparsable JSON in `where` and `data`; unknown to Payload's types. */
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
      actions: ['@/app/(cms)/office/views#SearchEntry'],
      graphics: {
        Icon: '@/app/(cms)/content/server-fields#CornerMark',
        Logo: '@/app/(cms)/content/server-fields#Logo',
      },
      providers: ['@/app/(cms)/office/queries#OfficeProviders'],
      beforeNavLinks: ['@/app/(cms)/office/views#NavEntry'],
      views: {
        dashboard: { Component: '@/app/(cms)/office/views#DashboardView' },
        createFirstUser: { Component: '@/app/(cms)/office/views#FirstUserView' },
        login: { Component: '@/app/(cms)/office/staff/sign-in-view#SignInView' },
        office: { Component: '@/app/(cms)/office/views#OfficeView', path: '/office' },
      },
    },
    // Sent to every screen, so it must not have paths of the server.
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
    // The order of languages in which a missing text is looked up.
    fallback: true,
    locales: LOCALES.map((code) => ({ code, label: LANGUAGE_NAMES[code], fallbackLocale: [...LOCALES] })),
  },
  plugins: [mediaPlugin],
  email: outboxMail,
  sharp,
  endpoints: [translationGapsEndpoint],
  hooks: { afterError: [answerErrors] },
  // Mistakes of clients are no errors of the portal.
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
  db: withQueryErrors(
    postgresAdapter({
      schemaName: 'cms',
      push: false,
      // As tables the blocks of pages would be about two hundred.
      blocksAsJSON: true,
      disableCreateDatabase: true,
      migrationDir: resolve(here, 'migrations'),
      pool: {
        ...unlimitedForMigrations(process.env.DATABASE_URL),
        max: CONNECTIONS,
        application_name: 'gas-auction-portal cms',
        Client: OrderedClient as never,
      },
    }),
  ),
  typescript: { outputFile: resolve(here, 'payload-types.ts'), autoGenerate: false },
  collections: [
    Auctions,
    Categories,
    Companies,
    Agreements,
    Products,
    Orders,
    Feedback,
    Pages,
    AuctionPages,
    News,
    Certificates,
    Media,
    Menus,
    Redirects,
    Staff,
  ].map(editedCollection),
  globals: [Settings, Seller].map(editedGlobal),
}).then(restrictLocks)

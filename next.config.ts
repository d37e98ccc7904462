import { withPayload } from '@payloadcms/next/withPayload'
import type { NextConfig } from 'next'
import createNextIntlPlugin from 'next-intl/plugin'

const withNextIntl = createNextIntlPlugin({
  requestConfig: './lib/i18n/request.ts',
  // Messages are parsed by the build, so that no page carries a parser of them.
  experimental: {
    messages: { path: './messages', format: 'json', locales: 'infer', precompile: true },
  },
})

const config: NextConfig = {
  poweredByHeader: false,
  // The gates of `npm test` check types once, for the whole project.
  typescript: { ignoreBuildErrors: true },
  // Writing the build's cache takes a third of a build, and a fresh clone builds once.
  experimental: {
    turbopackFileSystemCacheForBuild: false,
    // Reading the packages' own source maps takes a twelfth of a build.
    turbopackInputSourceMaps: false,
    // Pages and what they are made of belong to the database that this process reads: kept in its memory alone. On disk they would
    // be another database's after the next start, or another portal's of the same checkout, and old after an edit made meanwhile.
    isrFlushToDisk: false,
  },
  turbopack: { resolveAlias: { '@payloadcms/ui/shared': './app/(cms)/payload-shared.ts' } },
  // Payload too: the process opens it and Next answers with it, and its errors are told apart by their classes, of which
  // there must be one copy. Bundled, a refused document would lose its field errors on the way out.
  serverExternalPackages: [
    '@payloadcms/db-postgres',
    '@payloadcms/drizzle',
    'argon2',
    'graphile-worker',
    'payload',
    'pg',
    'pino',
    'prom-client',
  ],
}

const built = withPayload(withNextIntl(config))

/** Payload asks every browser for its colour scheme; on public pages that would spoil caching, and only /admin reads it. */
const portalConfig: NextConfig = {
  ...built,
  headers: async () => {
    const headers = (await built.headers?.()) ?? []
    return headers.map((entry) => (entry.source === '/:path*' ? { ...entry, source: '/admin/:path*' } : entry))
  },
}

export default portalConfig

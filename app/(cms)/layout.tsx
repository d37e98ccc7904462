import config from '@payload-config'
import { RootLayout } from '@payloadcms/next/layouts'
import '@payloadcms/next/css'
import type { ServerFunctionClient } from 'payload'
import type { ReactNode } from 'react'
import { importMap } from './admin/importMap.js'
import { runServerFunction } from './server-functions'
import './custom.css'

const serverFunction: ServerFunctionClient = async function serverFunction(args) {
  'use server'
  return runServerFunction(args)
}

/** The root layout of the back office, which shares no styles and scripts with the site's. */
export default function BackOfficeLayout({ children }: { children: ReactNode }) {
  return (
    <RootLayout config={config} importMap={importMap} serverFunction={serverFunction}>
      {children}
    </RootLayout>
  )
}

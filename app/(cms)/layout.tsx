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

/** The back office's own root layout: nothing of the site's is loaded here, and nothing of this there. */
export default function BackOfficeLayout({ children }: { children: ReactNode }) {
  return (
    <RootLayout config={config} importMap={importMap} serverFunction={serverFunction}>
      {children}
    </RootLayout>
  )
}

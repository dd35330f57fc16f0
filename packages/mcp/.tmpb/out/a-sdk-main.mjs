import {enableCompileCache} from 'node:module';enableCompileCache('/tmp/hbd/cc');await import('./a-sdk.mjs')

#!/usr/bin/env node
import { endFirstProcess } from '../dist/cli/stop-signals.js';

// Before the other modules are loaded, which can take seconds on a busy machine.
endFirstProcess();
await import('../dist/cli/main.js');

// @ts-nocheck Its packages are installed when it is built, outside of this project.
/** Excalidraw with the strokes of /strokes.excalidraw, fitted into the window, its pen in hand. */
import { Excalidraw } from '@excalidraw/excalidraw';
import '@excalidraw/excalidraw/index.css';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

/** A host keeps the scene: the editor itself stores nothing. */
const scene = fetch('/strokes.excalidraw').then((response) => response.json());

function ready(api) {
  api.setActiveTool({ type: 'freedraw', locked: true });
  api.scrollToContent(undefined, { fitToViewport: true, viewportZoomFactor: 0.9, animate: false });
}

/** The scene arrives after the first call of excalidrawAPI: it is fitted once it is there. */
const initialData = scene.then(({ elements, appState }) => ({ elements, appState, scrollToContent: true }));
createRoot(document.querySelector('#root')).render(
  createElement(Excalidraw, {
    initialData,
    excalidrawAPI: (api) => initialData.then(() => setTimeout(() => ready(api))),
  }),
);

/// How work items are named where people name them (spec 03 §5, 05 §2.7).
package dev.prodigy.model.item;
